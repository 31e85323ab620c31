/** Whose decision an event may be: some types are a person's at the desk alone. */
import type { EventHeader } from '../../core/state/event.ts';
import type { Findings } from './findings.ts';

/** What only a person at the desk does. */
const decides =
  /^(grant\.|root\.|agent\.|limits\.|runs\.|request\.decided$|run\.(applied|accepted|sent_back)$|check\.accepted$|context\.confirmed$)/;

export function checkDecider({ seq, type, author }: EventHeader, findings: Findings): void {
  if (decides.test(type) && author.kind !== 'desk') {
    findings.report('run', `event ${seq}`, `${type} is a person's at the desk, and ${author.kind} is its author`);
  }
}
