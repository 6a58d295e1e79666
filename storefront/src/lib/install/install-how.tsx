import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { t } from '@jhatpat/shared/ui/texts/translate.ts'
import { useCloseOnBack } from '../close-on-back.ts'
import { InstallSteps } from './install-steps.tsx'

export function InstallHow({ onClose }: { onClose: () => void }) {
  useCloseOnBack(onClose)
  return (
    <Dialog open title={t('Add Jhatpat to your home screen')} onClose={onClose}>
      <InstallSteps />
    </Dialog>
  )
}
