import { useState } from 'react'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { toFailure } from '../editing/use-draft.ts'
import { toastOnNextPage } from '../ui/toast.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

/** A chosen licence, as its actions need it. */
export interface ChosenLicense {
  userId: number
  userName: string
  licenseId: number
  licenseName: string
}

interface RenewManyProps {
  /** The chosen licences by the id of their row. */
  licenses: readonly (readonly [id: number, license: ChosenLicense])[]
  /** Receives those that are not renewed; they stay chosen. */
  onLeft: (left: [number, ChosenLicense][]) => void
  onClose: () => void
}

/** Renews one licence from the cycle that the list shows; a repeated press writes once. */
const renewing = (cycleId: number, license: ChosenLicense) =>
  withIdempotencyKey((reason: string, idempotencyKey) => {
    const params = { id: license.userId, licenseId: license.licenseId }
    return api('POST /user/:id/Licenses/:licenseId/renew', { params, body: { reason, cycleId } }, { idempotencyKey })
  })

/** Most licences whose names the dialog lists. */
const maxNames = 10

/**
 * Dialog that renews the chosen licences one after another with a reason. Each is checked and recorded like a single
 * renewal. Those that are refused are listed with why, and the dialog stays open.
 */
export function RenewMany({ licenses, onLeft, onClose }: RenewManyProps) {
  const t = useTexts('licenses')
  const [refused, setRefused] = useState<string[]>([])
  const [sends] = useState(() => new Map(licenses.map(([id, license]) => [id, renewing(id, license)])))
  const [hasRenewed, setRenewed] = useState(false)
  const renew = async (reason: string) => {
    const left: [number, ChosenLicense][] = []
    const problems: string[] = []
    for (const [at, [id, license]] of licenses.entries()) {
      try {
        await sends.get(id)?.(reason)
        setRenewed(true)
        // A renewed licence is chosen no longer, also when the page is closed midway.
        onLeft([...left, ...licenses.slice(at + 1).map(([next, one]): [number, ChosenLicense] => [next, one])])
      } catch (error) {
        const failure = toFailure(error)
        // A reason that is refused is refused for all.
        if (failure.fields['reason']) throw error
        left.push([id, license])
        problems.push(`${license.userName}, ${license.licenseName}: ${failure.message}`)
      }
    }
    onLeft(left)
    if (left.length > 0) return setRefused(problems)
    toastOnNextPage(t('holders.renewed', { count: licenses.length }))
    location.reload()
  }
  const names = licenses.slice(0, maxNames).map(([, { userName, licenseName }]) => `${userName}, ${licenseName}`)
  const shown = refused.length > 0 ? refused : names
  return (
    <ReasonDialog
      title={t('holders.renewTitle', { count: licenses.length })}
      verb={t('renewal.renew')}
      label={t('holders.renewReason')}
      onSave={renew}
      onClose={() => (hasRenewed ? location.reload() : onClose())}
    >
      <p>{refused.length > 0 ? t('holders.notRenewed', { count: refused.length }) : t('holders.renewText')}</p>
      <ul className="mt-2 mb-4 list-disc pl-5 text-sm">
        {shown.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {refused.length === 0 && licenses.length > names.length && (
        <p className="mb-4 text-sm text-muted">{t('holders.more', { count: licenses.length - names.length })}</p>
      )}
    </ReasonDialog>
  )
}
