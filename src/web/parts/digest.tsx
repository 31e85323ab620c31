/** 64 hex digits in eight groups, whole: two of them can be compared by eye or aloud. */
export function Digest({ digest, label }: { readonly digest: string; readonly label: string }) {
  return (
    <p className="digest">
      <span className="quiet small">{label}</span>{' '}
      <code>
        {(digest.match(/.{1,8}/g) ?? []).map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be equal, and they never move
          <span key={index}>{group} </span>
        ))}
      </code>
    </p>
  );
}
