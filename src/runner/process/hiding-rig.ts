/** Processes that hide from a look at the process table. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** x86-64 Linux, as bytes: no compiler is needed where the tests run. */
export const canLoseItsLeader = process.platform === 'linux' && process.arch === 'x64';

const code = [
  [0xb8, 0x38, 0x00, 0x00, 0x00], //                   mov eax, 56         clone
  [0xbf, 0x00, 0x0f, 0x01, 0x00], //                   mov edi, 0x10f00    VM, FS, FILES, SIGHAND, THREAD
  [0x48, 0x8d, 0xb4, 0x24, 0x00, 0xf0, 0xff, 0xff], // lea rsi, [rsp-4096]
  [0x31, 0xd2], //                                     xor edx, edx
  [0x4d, 0x31, 0xd2], //                               xor r10, r10
  [0x4d, 0x31, 0xc0], //                               xor r8, r8
  [0x0f, 0x05], //                                     syscall
  [0x85, 0xc0], //                                     test eax, eax
  [0x74, 0x09], //                                     jz thread
  [0xb8, 0x3c, 0x00, 0x00, 0x00], //                   mov eax, 60         exit: of this thread alone
  [0x31, 0xff], //                                     xor edi, edi
  [0x0f, 0x05], //                                     syscall
  [0xb8, 0x22, 0x00, 0x00, 0x00], //           thread: mov eax, 34         pause
  [0x0f, 0x05], //                                     syscall
  [0xeb, 0xf7], //                                     jmp thread
].flat();

/** Writes a program whose first thread ends at once, while a second one waits for ever: the table shows it as dead. */
export function writeLeaderless(path: string): void {
  const start = 64 + 56;
  const load = 0x400000n;
  const elf = Buffer.alloc(start + code.length);
  elf.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  elf.writeUInt16LE(2, 16); // an executable
  elf.writeUInt16LE(62, 18); // for x86-64
  elf.writeUInt32LE(1, 20);
  elf.writeBigUInt64LE(load + BigInt(start), 24); // the first instruction
  elf.writeBigUInt64LE(64n, 32); // the program headers
  elf.writeUInt16LE(64, 52);
  elf.writeUInt16LE(56, 54);
  elf.writeUInt16LE(1, 56);
  elf.writeUInt32LE(1, 64); // to be loaded
  elf.writeUInt32LE(5, 68); // read and run
  elf.writeBigUInt64LE(load, 80);
  elf.writeBigUInt64LE(load, 88);
  elf.writeBigUInt64LE(BigInt(elf.length), 96);
  elf.writeBigUInt64LE(BigInt(elf.length), 104);
  elf.writeBigUInt64LE(0x1000n, 112);
  elf.set(code, start);
  writeFileSync(path, elf, { mode: 0o755 });
}

/**
 * For /bin/sh: each process starts the next and ends, in the group of the first, 50,000 times: none lives long enough to
 * be found and signalled by its number. That the chain goes on is seen by what its links write.
 */
export const forkChain = (beats: string) =>
  `chain() { echo x >> ${beats}; [ "$1" -gt 0 ] && chain $(($1 - 1)) & exit; }; chain 50000 >/dev/null 2>&1`;

export async function goesOn(beats: string): Promise<boolean> {
  const size = () => statSync(beats, { throwIfNoEntry: false })?.size ?? 0;
  const before = size();
  for (let looks = 0; looks < 20 && size() === before; looks += 1) await sleep(50);
  return size() > before;
}

/** Threads that live and bear that name (a program's file, at most 15 characters), whatever the table says of their leader. */
export function threadsNamed(name: string): readonly string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      try {
        return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
      } catch {
        return []; // ended meanwhile
      }
    })
    .filter((thread) => {
      try {
        const stat = readFileSync(`${thread}/stat`, 'latin1');
        return stat.includes(`(${name})`) && !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
      } catch {
        return false;
      }
    });
}
