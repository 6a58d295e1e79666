import { t } from '@jhatpat/shared/ui/texts/translate.ts'

/** How one puts the shop on the home screen of an iPhone or iPad, whose browsers can't ask. */
export function InstallSteps() {
  return (
    <ol className="stack stack-2 ways-in">
      <li>{t('Tap Share, the square with an arrow.')}</li>
      <li>{t('Choose Add to Home Screen.')}</li>
      <li>{t('Open it from there, and log in once.')}</li>
    </ol>
  )
}
