import { useEffect, useState } from 'react';
import { Digest } from '../../parts/digest.tsx';
import { Banner } from '../../parts/places.tsx';
import { digestHere } from './digest.ts';
import { useReview } from './review-context.ts';

type Check = 'running' | 'same' | 'different';

/** The newest revision's digest, computed again in this browser from the bytes that stand above. */
export function useFingerprint(): { readonly here: string | null; readonly check: Check } {
  const { workspaceId, newest } = useReview();
  const [found, setFound] = useState<{ readonly of: unknown; readonly here: string | null } | null>(null);
  useEffect(() => {
    let stopped = false;
    const keep = (here: string | null) => !stopped && setFound({ of: newest.candidate, here });
    digestHere(workspaceId, newest.candidate).then(keep, () => keep(null));
    return () => {
      stopped = true;
    };
  }, [workspaceId, newest.candidate]);
  if (found?.of !== newest.candidate) return { here: null, check: 'running' };
  return { here: found.here, check: found.here === newest.digest ? 'same' : 'different' };
}

export function Fingerprint({ here, check }: ReturnType<typeof useFingerprint>) {
  const { newest } = useReview();
  return (
    <div className="digest-check">
      <Digest digest={newest.digest} label={`Fingerprint of revision ${newest.number}`} />
      {check === 'same' && <p className="quiet small">This browser computed the same from the text above (SHA-256).</p>}
      {check === 'different' && (
        <div role="alert">
          <Banner tone="bad">
            This browser computes another fingerprint from the text above: {here ?? 'none'}. What is shown is not what
            would be approved. Do not decide; restart Sidekicks and look again.
          </Banner>
        </div>
      )}
    </div>
  );
}
