// Lists who stores most: the bytes of result folders by user.
import { messageOf } from '@tradeium/contracts';
import { type Handler, userHandler } from '@tradeium/service-kit';
import { personsOf } from '../../projections/people.ts';
import type { Dependencies } from '../dependencies.ts';
import { listAnswer } from './list-answer.ts';

export const listStorage = ({ models }: Pick<Dependencies, 'models'>): Handler =>
  userHandler(messageOf('listStorage'), (page) =>
    listAnswer({
      model: models.storage,
      filter: { bytes: { $gt: 0 } },
      field: 'bytes',
      direction: 'desc',
      page,
      rowsOf: async (stored) => {
        const persons = await personsOf(
          models.people,
          stored.map(({ _id }) => _id),
        );
        return stored.map(({ _id, bytes, results }) => ({
          user_id: _id,
          username: persons.get(_id)?.username ?? '',
          bytes,
          results,
        }));
      },
    }),
  );
