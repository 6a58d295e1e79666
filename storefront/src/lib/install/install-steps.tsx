import { t } from '@jhatpat/shared/ui/texts/translate.ts'

/** How to add the shop to the home screen of an iPhone or iPad, whose browsers cannot prompt. */
export function InstallSteps() {
  return (
    <ol className="stack stack-2 ways-in">
      <li>{t('Tap Share, the square with an arrow.')}</li>
      <li>{t('Choose Add to Home Screen.')}</li>
      <li>{t('Open it from your home screen and log in once.')}</li>
    </ol>
  )
}
