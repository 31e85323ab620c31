import { type ComponentType, useEffect, useState } from 'react';
import { type Chunk, chunkOf } from './chunk.ts';
import { loadAgain } from './load-again.ts';
import { toast } from './toast.tsx';

/**
 * A dialog in a chunk of its own, drawn once the chunk is there. What opens it takes `{...Dialog.soon}`: the chunk is then
 * fetched while a person is about to press.
 */
export function lazyDialog<Name extends string, Props extends Closing>(
  load: () => Promise<{ [N in Name]: ComponentType<Props> }>,
  name: Name,
) {
  const chunk = chunkOf(load, name);
  const preload = () => void chunk.preload();
  const soon = { onPointerEnter: preload, onFocus: preload };
  return Object.assign((props: Props) => <FromChunk chunk={chunk} props={props} />, { soon });
}

interface Closing {
  readonly onClose: () => void;
}

interface FromChunkProps<Props> {
  readonly chunk: Chunk<Props>;
  readonly props: Props;
}

function FromChunk<Props extends Closing>({ chunk, props }: FromChunkProps<Props>) {
  const [Dialog, setDialog] = useState(chunk.get);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    if (Dialog) return;
    let open = true;
    chunk.fetch().then(
      (Fetched) => open && setDialog(() => Fetched),
      () => open && notLoaded(props.onClose),
    );
    return () => {
      open = false;
    };
  }, []);
  return Dialog && <Dialog {...props} />;
}

/** It may have failed a while ago, when a pointer passed over what opens it: nothing is said of how things stand now. */
function notLoaded(close: () => void): void {
  close();
  toast({
    tone: 'bad',
    text: 'It could not be opened: a part of the page did not arrive.',
    action: { label: 'Load the page again', onAct: () => void loadAgain() },
  });
}
