/** What a start prints. Never a token: agents get theirs through the bridge or from a person at the desk. */
import { bridgeWords } from '../daemon/hint.ts';

export function addressLines(info: {
  readonly url: string;
  readonly deskUrl: string;
  readonly home: string;
}): string[] {
  return [`  workspace  ${info.url}`, `  desk       ${info.deskUrl}`, `  data       ${info.home}`];
}

/** `endsAt`: when the log ends, if that is ahead of this computer's clock. */
export function clockLines(endsAt: string | null): string[] {
  if (endsAt === null) return [];
  return [
    '',
    `The log ends at ${endsAt}, which is ahead of this computer's clock.`,
    'Set the clock right; if it is right, restore a backup from before that event.',
  ];
}

export function pairingLines({ code }: { readonly code: string }, deskUrl: string): string[] {
  return [
    '',
    `  pairing code  ${code}`,
    `  Type it at ${deskUrl} within two minutes, to become the person who approves.`,
  ];
}

export function connectLines(home: string): string[] {
  const program = bridgeWords(home);
  return [
    '',
    'Connect an agent:',
    `  claude mcp add sidekicks -- ${program} --as claude`,
    `  codex mcp add sidekicks -- ${program} --as codex`,
  ];
}
