import { Dialog } from '@jhatpat/shared/ui/dialog.tsx'
import { t } from '@jhatpat/shared/ui/texts/say.ts'
import { useBackCloses } from '../back-closes.ts'
import { InstallSteps } from './install-steps.tsx'

export function InstallHow({ onClose }: { onClose: () => void }) {
  useBackCloses(onClose)
  return (
    <Dialog open title={t('Put Jhatpat on your home screen')} onClose={onClose}>
      <InstallSteps />
    </Dialog>
  )
}
