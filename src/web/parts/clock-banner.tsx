import { Banner } from './places.tsx';
import { Time } from './time.tsx';

/** The log ends in the future: the clock was wrong once, or is wrong now. `endsAt` null = it does not. */
export function ClockBanner({ endsAt }: { readonly endsAt: string | null }) {
  if (endsAt === null) return null;
  return (
    <Banner tone="warn">
      The last entry of this workspace is of <Time at={endsAt} />, which is ahead of this computer’s clock. Set the
      clock right. If it is right, restore a backup from before, or new entries bear that time until it has come.
    </Banner>
  );
}
