import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { type PriceFloors, priceFloors, savePriceFloors } from '@jhatpat/shared/contracts/price-floors.ts'
import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { Field } from '@jhatpat/shared/ui/field.tsx'
import { Skeleton } from '@jhatpat/shared/ui/skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogForm } from '../../../lib/form-dialog.tsx'
import { LoadError } from '../../../lib/load-error.tsx'
import { useSend } from '../../../lib/use-send.ts'
import { catalogueKey, useReloadCatalogue } from '../use-catalogue.ts'

/** Sets the minimum margins; prices below are marked. */
export function FloorsDialog({ onClose }: { onClose: () => void }) {
  const { call } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: [...catalogueKey, 'floors'],
    queryFn: ({ signal }) => call(priceFloors, { signal }),
  })
  return (
    <Dialog open onClose={onClose} title="Minimum margins">
      {!data && (error ? <LoadError error={error} onRetry={refetch} /> : <Skeleton height={160} />)}
      {data && <FloorsForm key={data.__v} floors={data} onClose={onClose} />}
    </Dialog>
  )
}

function FloorsForm({ floors, onClose }: { floors: PriceFloors; onClose: () => void }) {
  const reload = useReloadCatalogue()
  const [customers, setCustomers] = useState(String(floors.customers))
  const [resellers, setResellers] = useState(String(floors.resellers))
  const [read, readResellers] = [percentIn(customers), percentIn(resellers)]
  const saving = useSend(savePriceFloors, { onDone: onClose, onSettled: reload })
  const fault = (value: number | undefined) => (value === undefined ? 'From 0 to 90.' : undefined)
  return (
    <DialogForm
      className="stack stack-4"
      error={saving.error}
      failed="Not saved."
      action="Save minimum margins"
      isBusy={saving.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (read !== undefined && readResellers !== undefined)
          saving.mutate({ customers: read, resellers: readResellers, __v: floors.__v })
      }}
    >
      <p className="sm t2">Prices below this margin are flagged, not blocked.</p>
      <div className="form-g">
        <Field
          label="Customer prices, %"
          inputMode="decimal"
          autoComplete="off"
          value={customers}
          error={fault(read)}
          onChange={(event) => setCustomers(event.target.value)}
        />
        <Field
          label="Reseller prices, %"
          inputMode="decimal"
          autoComplete="off"
          value={resellers}
          error={fault(readResellers)}
          onChange={(event) => setResellers(event.target.value)}
        />
      </div>
    </DialogForm>
  )
}

/** `12` or `12.5`; undefined where the text is no valid floor. */
function percentIn(text: string): number | undefined {
  const percent = /^\d{1,2}(\.\d{1,2})?$/.test(text.trim()) ? Number(text) : undefined
  return percent !== undefined && percent <= 90 ? percent : undefined
}
