import { operation } from '../operation.ts';
import { answer, object, string, text } from '../schema.ts';

export const enrolWorkspaceKey = operation({
  name: 'enrol_workspace_key',
  title: 'Enrol the workspace page',
  description: 'Give the workspace page of this browser its lesser key. It can decide nothing.',
  kind: 'act',
  tool: false,
  who: ['desk'],
  idempotent: true,
  input: object(
    {
      publicKey: {
        type: 'string',
        minLength: 80,
        maxLength: 200,
        description: 'SPKI of an ECDSA P-256 key, base64url.',
      },
      label: text(60, 'Name of the browser.'),
      visitorHash: {
        type: 'string',
        pattern: '^[0-9a-f]{64}$',
        description: 'SHA-256 of the secret of the visitor of this browser, hex.',
      },
    },
    ['publicKey', 'label'],
  ),
  output: answer({ keyId: string('Key id.') }, ['keyId']),
});
