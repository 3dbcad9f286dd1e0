// Lists the tools that an access token opens.
import { MESSAGES } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, handler } from '@tradeium/service-kit';
import { outsideInput, schemasOf, toolsFor } from '../tools/tools.ts';

export const listTools = (): Handler =>
  fromAggregates(
    handler(MESSAGES.listTools, async ({ scopes }) => {
      const tools = toolsFor(scopes);
      const schemas = schemasOf(tools, outsideInput);
      return answer({
        tools: schemas.map(({ name, description, input }, at) => ({
          name,
          description,
          input: { ...input },
          changes_something: tools[at]?.changesSomething === true,
        })),
      });
    }),
  );
