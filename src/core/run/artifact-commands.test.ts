/** What one maker may leave behind. */
import { describe, expect, test } from 'vitest';
import { type Author, systemAuthor } from '../access/author.ts';
import { artifactBounds } from './artifact.ts';
import { publishArtifact } from './artifact-commands.ts';
import { ways } from './fixture/steps.ts';
import { caller, World } from './fixture/world.ts';

const worker = (id: string): Author => ({ kind: 'worker', id, label: 'rig (worker)', via: 'worker' });

function publisher(world: World, author: Author, runId: string | null) {
  return (text: string, bytes = 1, name = text) => {
    const artifact = { name, mediaType: 'text/plain', sha256: text, bytes, characters: 1, runId } as const;
    const made = world.do((state, context) => publishArtifact(state, artifact, context), author);
    return typeof made === 'string' ? made : made.version;
  };
}

describe.each(['token', 'worker'] as const)('the artifacts of a %s', (kind) => {
  const begin = () => {
    const world = new World();
    const runId = kind === 'worker' ? ways.running(world) : null;
    return { world, runId, publish: publisher(world, runId === null ? caller : worker(runId), runId) };
  };
  const { count, bytes } = artifactBounds[kind];

  test('are bounded in number, by all names and versions together; those that are there are answered', () => {
    const { world, runId, publish } = begin();
    for (let at = 1; at < count; at += 1) publish(`text ${at}`, 1, at % 2 === 0 ? 'same' : `name ${at}`);
    expect(publish('the last')).toBe(1);
    expect(publish('one more')).toBe('too_many_artifacts');
    expect(publish('one more', 1, 'same')).toBe('too_many_artifacts');
    expect(publish('the last')).toBe(1);
    // What the daemon keeps (a diff, the output of a check) is never refused by what others published.
    expect(publisher(world, systemAuthor, runId)('result.diff')).toBe(1);
  });

  test('are bounded in bytes', () => {
    const { publish } = begin();
    expect(publish('most', bytes - 1)).toBe(1);
    expect(publish('too much', 2)).toBe('too_many_artifacts');
    expect(publish('all', 1)).toBe(1);
    expect(publish('none left', 1)).toBe('too_many_artifacts');
  });

  test('of another one count for themselves', () => {
    const { world, publish } = begin();
    publish('all', bytes);
    const other = ways.running(world);
    expect(publisher(world, worker(other), other)('mine')).toBe(1);
  });
});
