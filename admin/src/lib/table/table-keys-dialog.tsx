import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'

const keys = [
  [['J', 'K'], 'next, previous row'],
  [['↵'], 'open'],
  [['/'], 'search'],
  [['F'], 'filter'],
  [['[', ']'], 'previous, next page'],
  [['?'], 'this list'],
] as const

/** Lists the keys of a table. */
export default function TableKeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keys">
      <dl className="was-list">
        {keys.map(([names, what]) => (
          <div key={what} className="row">
            <dt className="row">
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd className="t2">{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
