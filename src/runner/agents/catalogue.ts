/** The agents that the runner knows how to launch. A person's entry names one as its `base`. */
import type { AgentBase } from './base.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { custom } from './custom.ts';
import { gemini } from './gemini.ts';
import { omp } from './omp.ts';
import { opencode } from './opencode.ts';

export const catalogue: readonly AgentBase[] = [opencode, claude, codex, omp, gemini, custom];

export function baseOf(id: string): AgentBase | null {
  return catalogue.find((base) => base.id === id) ?? null;
}
