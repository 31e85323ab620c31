import { useState } from 'react';
import type { ToolView } from '../../data/answers.ts';
import { useAsk } from '../../data/use-ask.ts';
import { useLive } from '../../data/use-live.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorState, Loading } from '../../parts/places.tsx';
import { PlainText } from '../../parts/plain-text.tsx';
import { Page, Section } from '../../parts/shell.tsx';
import { Tag } from '../../parts/tag.tsx';
import { Time } from '../../parts/time.tsx';
import { AgentsNow } from '../board/agents-now.tsx';
import './agents.css';

/** Every tool that an agent has here, as the agent reads it. */
export function AgentsPage() {
  const active = useLive((state) => state.agents.map((agent) => `${agent.id} ${agent.lastAt}`).join());
  const asked = useAsk('read_tools', {}, active);
  const workspaceUrl = useLive((state) => state.workspaceUrl);
  const bridge = useLive((state) => state.lines?.bridge);
  return (
    <Page title="What agents can do here" text>
      <p>
        An agent reads, plans and proposes with these tools. None of them approves anything: only the human channel at
        the desk can. An agent in this browser finds them in the page; others connect over MCP at{' '}
        <code>{workspaceUrl}/mcp</code> with a token from the desk, or are started on this computer with{' '}
        {bridge === undefined ? 'the line that the start of Sidekicks printed' : <code>{bridge} --as NAME</code>}.
      </p>
      <AgentsNow />
      {asked.value ? (
        asked.value.tools.map((tool) => <Tool key={tool.name} tool={tool} />)
      ) : asked.refusal ? (
        <ErrorState refusal={asked.refusal} retry={asked.again} />
      ) : (
        <Loading what="the tools" />
      )}
    </Page>
  );
}

function Tool({ tool }: { readonly tool: ToolView }) {
  const [open, setOpen] = useState(false);
  const schema = open ? JSON.stringify(tool.inputSchema, null, 2) : '';
  return (
    <Section
      title={
        <>
          <code className="tool-name">{tool.name}</code> <Tag>{kindWords[tool.kind]}</Tag>
        </>
      }
      actions={
        <Button
          kind="quiet"
          small
          aria-expanded={open}
          aria-label={`Input schema of ${tool.name}`}
          onAct={() => setOpen(!open)}
        >
          {open ? 'Hide the schema' : 'Schema'}
        </Button>
      }
    >
      <p>{tool.description}</p>
      <p className="small quiet">
        {tool.lastCallers.length === 0
          ? 'Nobody has called it since the daemon started.'
          : tool.lastCallers.map((caller, index) => (
              <span key={caller.label}>
                {index > 0 ? ', ' : 'Called by '}
                <PlainText>{caller.label}</PlainText> <Time at={caller.at} />
              </span>
            ))}
      </p>
      {open && <pre className="json">{schema}</pre>}
    </Section>
  );
}

const kindWords: { readonly [K in ToolView['kind']]: string } = {
  answer: 'reads only',
  act: 'leaves a trace',
};
