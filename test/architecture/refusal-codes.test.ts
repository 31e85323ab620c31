/** The one list of refusal codes is true: whatever refuses uses one of its codes, and each of them is used. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { refusalCodes } from '../../src/protocol/codes.ts';

const root = join(import.meta.dirname, '../..');
