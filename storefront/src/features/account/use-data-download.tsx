import { downloadFile } from '@jhatpat/shared/browser/download-file.ts'
import { saveFile } from '@jhatpat/shared/browser/save-file.ts'
import { useServices } from '@jhatpat/shared/browser/services.tsx'
import { useProof } from '@jhatpat/shared/browser/use-proof.tsx'
import { ApiError, NetworkError } from '@jhatpat/shared/contracts/client.ts'
import { plainText, t } from '@jhatpat/shared/ui/texts/translate.ts'
import { pushToast } from '@jhatpat/shared/ui/toasts.ts'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/** Downloads all data of the account as a zip, and asks for the password first. `question`: as `useProof` gives it. */
export function useDataDownload(): { download(): void; isBusy: boolean; question: ReactNode } {
  const { store } = useServices()
  const { withProof, question } = useProof(
    t(
      'No password, or forgot it? Sign out and log in again. For 5 minutes after that, you won’t be asked here.',
    ),
    t('This is all your data, so we check that it is you.'),
  )
  const downloading = useMutation({
    mutationFn: () => withProof(() => downloadFile(store, '/api/user/data')),
    onSuccess: (zip) => {
      saveFile(zip, 'my-data.zip')
      pushToast(store, { kind: 'ok', title: t('Your data is saved.'), text: t('Find it in your downloads.') })
    },
    onError: (error) => {
      if (isDismissed(error)) return
      pushToast(store, {
        kind: 'bad',
        title: t('Couldn’t download your data.'),
        text:
          error instanceof NetworkError
            ? t('Connection lost or no response. Try again.')
            : plainText(error.message),
      })
    },
  })
  return { download: () => downloading.mutate(), isBusy: downloading.isPending, question }
}

/** The dialog was closed. */
const isDismissed = (error: unknown) => error instanceof ApiError && error.code === 'proof_required'
