import { expect, it } from 'vitest';
import { bridgeLines, connectLines } from './connect-lines.ts';

it('leaves the token to the environment: no line has the shell put it into an argument', () => {
  for (const { line } of connectLines('http://localhost:4141')) {
    // Inside single quotes the shell fills nothing in.
    expect(line.replaceAll(/'[^']*'/g, '')).not.toContain('$');
  }
});

it('names the two agents that people use most, each with its own label', () => {
  const lines = bridgeLines('node /opt/sidekicks/dist/cli.js mcp --home /srv/a').map(({ line }) => line);
  expect(lines.slice(0, 2)).toEqual([
    'claude mcp add sidekicks -- node /opt/sidekicks/dist/cli.js mcp --home /srv/a --as claude',
    'codex mcp add sidekicks -- node /opt/sidekicks/dist/cli.js mcp --home /srv/a --as codex',
  ]);
});
