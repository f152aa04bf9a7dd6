import { RefreshCw } from '@lucide/icons'
import { useState } from 'react'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

interface RenewLicenseProps {
  userId: number
  licenseId: number
  /** Whether the licence is dormant and is reactivated. */
  isDormant: boolean
}

function RenewButton({ userId, licenseId, isDormant }: RenewLicenseProps) {
  const t = useTexts('licenses')
  const { isBusy, failure, run } = useSaving()
  const [renew] = useState(() =>
    withIdempotencyKey((params: { id: number; licenseId: number }, idempotencyKey) =>
      api('POST /user/:id/Licenses/:licenseId/renew', { params, body: {} }, { idempotencyKey }),
    ),
  )
  const requestRenewal = () =>
    run(async () => {
      await renew({ id: userId, licenseId })
      toastOnNextPage(t('renewal.done'))
      location.reload()
    })
  return (
    <div className="grid gap-3 justify-items-start">
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
      <Button
        tone="primary"
        isBusy={isBusy}
        icon={<Icon of={RefreshCw} size={17} />}
        onClick={() => void requestRenewal()}
      >
        {t(isDormant ? 'renewal.wake' : 'renewal.renew')}
      </Button>
    </div>
  )
}

/**
 * Button by which the holder requests the next period when all requirements are met; `isDormant` changes its text. The
 * page is loaded again, with a toast; a refusal is shown.
 */
export const RenewLicense = island(RenewButton)
