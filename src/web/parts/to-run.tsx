/** A line for whoever started Sidekicks, and where it is typed. The daemon names no path to a page without a key. */
export function ToRun({ line }: { readonly line: string }) {
  return (
    <>
      <code>{line}</code> in a terminal on this computer
      {line.startsWith('npm ') && ', in the folder of Sidekicks'}
      {line.includes('HOME') && (
        <>
          {' '}
          (<code>HOME</code> is the folder that holds its data)
        </>
      )}
    </>
  );
}
