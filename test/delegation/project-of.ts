/** What tests of work do in the project of a scene: files, commits, runs that worked. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { ok } from '../rigs/people.ts';
import { type Scene, script, settle, start } from './scene.ts';

/** `scene` is asked each time: it opens after the tests are listed. */
export function projectOf(scene: () => Scene) {
  const desk = (name: string, input: object) =>
    scene()
      .desk()
      .call(name as never, input as never);
  const inProject = (path: string) => join(scene().project, path);
  const content = (path: string) => readFileSync(inProject(path), 'utf8');

  function put(path: string, text: string): void {
    mkdirSync(dirname(inProject(path)), { recursive: true });
    writeFileSync(inProject(path), text);
  }

  function git(...args: string[]): string {
    return execFileSync('git', ['-c', 'user.name=Rig', '-c', 'user.email=rig@example.invalid', ...args], {
      cwd: scene().project,
      encoding: 'utf8',
    });
  }

  function commit(path: string, text: string): void {
    put(path, text);
    git('add', '-A');
    git('commit', '-qm', path);
  }

  async function worked(...steps: readonly unknown[]): Promise<{ runId: string; conversationId: string }> {
    const prompt = script(...steps, ['finish', 'success']);
    const { task_id, conversation_id } = await start(scene(), prompt, { mode: 'work' });
    expect((await settle(scene(), task_id)).run).toMatchObject({ status: 'completed', outcome: 'success' });
    return { runId: task_id, conversationId: conversation_id };
  }

  async function goOn(conversationId: string, ...steps: readonly unknown[]): Promise<string> {
    const prompt = script(...steps, ['finish', 'success']);
    const answer = ok(
      await scene().agent().call('tandem_continue', { conversation_id: conversationId, prompt }),
    ) as unknown as {
      task_id: string;
    };
    expect((await settle(scene(), answer.task_id)).run.outcome).toBe('success');
    return answer.task_id;
  }

  const apply = (runId: string) => desk('apply_result', { runId });
  return { desk, inProject, content, put, git, commit, worked, goOn, apply };
}
