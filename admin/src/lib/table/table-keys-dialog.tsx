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
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl className="was-list">
        {keys.map(([names, description]) => (
          <div key={description} className="row">
            <dt className="row">
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd className="t2">{description}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
