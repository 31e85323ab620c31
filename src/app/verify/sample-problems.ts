/** What `verify` says of a source of the sample life, for tests. */
import { workspaceId } from './sample-entities.ts';
import { verifyWorkspace } from './verify.ts';

/** `what where` of every problem. */
export async function found(source: Parameters<typeof verifyWorkspace>[0]): Promise<string[]> {
  const { problems } = await verifyWorkspace(source, workspaceId);
  return problems.map(({ what, where }) => `${what} ${where}`);
}
