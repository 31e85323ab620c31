import { operation } from '../operation.ts';
import { answer, object, string, text } from '../schema.ts';

export const startPairing = operation({
  name: 'start_pairing',
  title: 'Add a browser',
  description: 'Show a code with which one more browser pairs as you, for two minutes.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: false,
  input: object({ name: text(60, 'Name of the browser.') }, []),
  output: answer({ code: string('Eight characters.'), expiresAt: string('End.') }, ['code', 'expiresAt']),
});
