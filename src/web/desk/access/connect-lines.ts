/**
 * How an agent gets a token over HTTP. The token never stands in a command: arguments are seen by every program of the
 * machine and stay in the shell's history. `read -rs` keeps it out of both; the clients read the variable themselves.
 */
export interface ConnectLine {
  readonly title: string;
  readonly note: string;
  readonly line: string;
}

export function connectLines(workspaceUrl: string): readonly ConnectLine[] {
  const url = `${workspaceUrl}/mcp`;
  return [
    {
      title: 'Put it into the environment',
      note: 'In the terminal that starts the agent: run this, paste the token, press Enter.',
      line: 'read -rs SIDEKICKS_TOKEN && export SIDEKICKS_TOKEN',
    },
    {
      title: 'Claude Code',
      // Only a project's .mcp.json has its variables filled in, so the scope is not left to the default.
      note: 'Writes .mcp.json of the project with the name of the variable, not with the token.',
      line: `claude mcp add --transport http --scope project sidekicks ${url} --header 'Authorization: Bearer \${SIDEKICKS_TOKEN}'`,
    },
    {
      title: 'Codex',
      note: 'Keeps the name of the variable.',
      line: `codex mcp add sidekicks --url ${url} --bearer-token-env-var SIDEKICKS_TOKEN`,
    },
    {
      title: 'Another client',
      note: 'Streamable HTTP, with the header Authorization: Bearer and the token.',
      line: url,
    },
  ];
}

/** How an agent on this computer is told of the bridge: the two that people use most, then what any other starts. */
export function bridgeLines(bridge: string): readonly ConnectLine[] {
  return [
    { title: 'Claude Code', note: 'In any folder.', line: `claude mcp add sidekicks -- ${bridge} --as claude` },
    { title: 'Codex', note: 'In any folder.', line: `codex mcp add sidekicks -- ${bridge} --as codex` },
    {
      title: 'Another client',
      note: 'The command that it starts, with a name of its own.',
      line: `${bridge} --as NAME`,
    },
  ];
}
