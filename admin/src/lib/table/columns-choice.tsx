import { Check } from '@jhatpat/shared/ui/check.tsx'
import { Chip } from '@jhatpat/shared/ui/chip.tsx'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { useState } from 'react'

type Props = {
  columns: readonly { key: string; name: string }[]
  shown: readonly string[]
  onShow: (shown: string[]) => void
}

/** Which columns a table shows. The address remembers it. */
export function ColumnsChoice({ columns, shown, onShow }: Props) {
  const [open, setOpen] = useState(false)
  const change = (key: string, isShown: boolean) =>
    onShow(columns.map((column) => column.key).filter((one) => (one === key ? isShown : shown.includes(one))))
  return (
    <>
      <Chip icon="columns-3" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Columns
      </Chip>
      <Dialog open={open} onClose={() => setOpen(false)} title="Columns">
        <div className="stack">
          {columns.map(({ key, name }) => (
            <Check
              key={key}
              label={name}
              checked={shown.includes(key)}
              onChange={(event) => change(key, event.target.checked)}
            />
          ))}
        </div>
      </Dialog>
    </>
  )
}
