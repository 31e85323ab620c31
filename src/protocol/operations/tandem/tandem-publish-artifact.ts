import { operation } from '../../operation.ts';
import { answer, count, flag, object, oneOf, string } from '../../schema.ts';

export const tandemPublishArtifact = operation({
  name: 'tandem_publish_artifact',
  title: 'Publish an artifact',
  description:
    'Publish text, Markdown or JSON up to 4 MiB as an immutable artifact, named by its SHA-256. Use it for material that a run or a contract refers to; to read one use tandem_read_artifact. Creates the next version of the same name; the same bytes again are the same version. A worker publishes at most 100 and 64 MiB, a token 1,000 and 256 MiB. Fails with too_large, not_json or too_many_artifacts.',

  kind: 'act',
  tool: true,
  who: ['agent', 'worker'],
  idempotent: true,
  input: object(
    {
      name: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        pattern: '\\S',
        description: 'Name, the same for all versions.',
      },
      content: { type: 'string', maxLength: 4_194_304, description: 'The whole text.' },
      media_type: oneOf(['text/plain', 'text/markdown', 'application/json'], 'Default text/markdown.'),
    },
    ['name', 'content'],
  ),
  output: answer(
    {
      artifact_id: string('Name it in a contract.'),
      name: string('Its name.'),
      version: count('From 1.'),
      sha256: string('Of its bytes.'),
      bytes: count('Size.'),
      characters: count('Characters (code points).'),
      provisional: flag('True until the run hands in its report.'),
    },
    ['artifact_id', 'name', 'version', 'sha256', 'bytes', 'characters', 'provisional'],
  ),
});
