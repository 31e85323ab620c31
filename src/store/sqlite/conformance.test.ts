import { describe, it } from 'vitest';
import { storeConformance } from '../conformance.ts';
import { sqliteLibrary } from './driver.ts';
import { sqlitePlace } from './place.ts';

// One library per process: Node 24 runs this over its own SQLite, Node 20 over the package.
storeConformance(`SQLite (${sqliteLibrary().source})`, sqlitePlace, { describe, it });
