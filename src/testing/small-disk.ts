import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export interface SmallDisk {
  /** Takes all space that is left. */
  fill(): void;
  /** Gives it back. */
  free(): void;
  unmount(): void;
}

const BLOCK = Buffer.alloc(1 << 16);

/** Whether this machine lets tests mount disks, as root outside of most containers. */
export const CAN_MOUNT: boolean = canMount();

/** Mounts an empty disk of so many MiB at a folder. */
export function mountDisk(folder: string, mib: number): SmallDisk {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=0755`, 'tmpfs', folder]);
  const ballast = join(folder, 'ballast');
  return {
    fill() {
      const file = openSync(ballast, 'a');
      try {
        for (let size = BLOCK.length; size >= 1;) {
          try {
            if (writeSync(file, BLOCK, 0, size) < size) size = 1;
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
            size = size === 1 ? 0 : 1;
          }
        }
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
    unmount: () => void execFileSync('umount', ['--lazy', folder]),
  };
}

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    // In a space of its own, which ends with the command.
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write('Tests of full disks are left out: this machine does not allow mounts.\n');
    return false;
  }
}
