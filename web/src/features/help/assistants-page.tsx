// How to connect an assistant from elsewhere, in plain words.
import { Anchor, List, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { PublicHead } from '../../ui/public-head.tsx';
import { ScrollPlace } from '../../ui/tables/scroll-place.tsx';
import classes from './assistants-page.module.css';

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <Title order={2} size="h4" mb="xs">
      {title}
    </Title>
    {children}
  </section>
);

/** A long line scrolls, also by keyboard. */
const Code = ({ label, children }: { label: string; children: string }) => (
  <ScrollPlace label={label} className={classes.code}>
    <pre>
      <code>{children}</code>
    </pre>
  </ScrollPlace>
);

/** How its settings name the requested values. */
const TOKEN_INPUT = '$' + '{input:tradeium-token}';

const addressOf = (): string => `${window.location.origin}/mcp`;

const claudeCode = (url: string): string =>
  `claude mcp add --transport http tradeium ${url} \\\n  --header "Authorization: Bearer YOUR_TOKEN"`;

const config = (url: string): string =>
  JSON.stringify(
    { mcpServers: { tradeium: { url, headers: { Authorization: 'Bearer YOUR_TOKEN' } } } },
    null,
    2,
  );

/** It asks for the token, so that this does not stand in a file of a project. */
const vsCode = (url: string): string =>
  JSON.stringify(
    {
      inputs: [
        {
          type: 'promptString',
          id: 'tradeium-token',
          description: 'Access token of Tradeium',
          password: true,
        },
      ],
      servers: {
        tradeium: { type: 'http', url, headers: { Authorization: `Bearer ${TOKEN_INPUT}` } },
      },
    },
    null,
    2,
  );

const bridge = (url: string): string =>
  JSON.stringify(
    {
      mcpServers: {
        tradeium: {
          command: 'npx',
          args: ['-y', 'mcp-remote', url, '--header', 'Authorization: Bearer YOUR_TOKEN'],
        },
      },
    },
    null,
    2,
  );

const Connections = () => {
  const url = addressOf();
  return (
    <>
      <Part title="Claude Code">
        <Text>Run this in a terminal, with your token in place of YOUR_TOKEN:</Text>
        <Code label="Command for Claude Code">{claudeCode(url)}</Code>
      </Part>
      <Part title="Cursor">
        <Text>Add this to the file .cursor/mcp.json in your home folder:</Text>
        <Code label="Settings for Cursor">{config(url)}</Code>
      </Part>
      <Part title="VS Code">
        <Text>
          Add this to the file .vscode/mcp.json of a folder. VS Code asks for the token when it first
          connects:
        </Text>
        <Code label="Settings for VS Code">{vsCode(url)}</Code>
      </Part>
      <Part title="Claude Desktop, and assistants that only start programs">
        <Text>
          They reach the address through the program mcp-remote, which needs Node.js. Add this to the settings
          file of the assistant:
        </Text>
        <Code label="Settings with mcp-remote">{bridge(url)}</Code>
      </Part>
      <Part title="Anything else">
        <Text>
          The address speaks the Model Context Protocol over streamable HTTP. Send the token with each request
          in the header Authorization, after the word Bearer. Assistants on the web that connect by OAuth
          alone, such as the connectors of claude.ai and ChatGPT, cannot use it.
        </Text>
      </Part>
    </>
  );
};

export const AssistantsPage = () => {
  usePageTitle('Connect an assistant');
  return (
    <div className={classes.screen}>
      <PublicHead />
      <main className={classes.text}>
        <Title order={1} size="h2">
          Connect an assistant
        </Title>
        <Text size="lg" mt="md">
          Claude, Cursor and other assistants can read your results, write strategies and run backtests here.
          You choose what they may do.
        </Text>
        <Part title="1. Make an access token">
          <Text>
            Open{' '}
            <Anchor component={Link} href="/app/profile" inherit underline="always">
              your profile
            </Anchor>
            , press “New access token”, and choose what the assistant may do:
          </Text>
          <List mt="xs">
            <List.Item>Read: see your chats, strategies and results, and look up coins.</List.Item>
            <List.Item>Edit: save strategies in your chats. Earlier versions are kept.</List.Item>
            <List.Item>Run: check code and run backtests.</List.Item>
          </List>
          <Text mt="xs">
            No token can trade, pay, or change your account. The token is shown once. Treat it like a
            password.
          </Text>
        </Part>
        <Part title="2. Give it to your assistant">
          <Text>The address is {addressOf()}.</Text>
        </Part>
        <Connections />
        <Part title="What it costs">
          <Text>
            A backtest costs as much as one that you run yourself, and everything else is free. Your profile
            lists each use with its cost. Your assistant’s own model is paid for where you have it.
          </Text>
        </Part>
        <Part title="Stop it">
          <Text>
            Revoke the token on your profile: its next use is refused. A new password, and turning on
            two-factor authentication, revoke all tokens.
          </Text>
        </Part>
        <Part title="Good to know">
          <Text>
            Private chats are never shown to assistants. What an assistant reads here goes to its maker, so
            give it a token only if you trust them with your strategies.
          </Text>
        </Part>
      </main>
    </div>
  );
};
