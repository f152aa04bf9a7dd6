import { BadgePlus, Ban, RefreshCw } from '@lucide/icons'
import { useState } from 'react'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Select } from '../ui/Select.tsx'
import { toastOnNextPage } from '../ui/toast.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

interface Licence {
  id: number
  name: string
}

const issue = withIdempotencyKey(({ id, ...body }: { id: number; licenseId: number; reason: string }, idempotencyKey) =>
  api('POST /user/:id/Licenses', { params: { id }, body }, { idempotencyKey }),
)

function IssueButton({ userId, licenses }: { userId: number; licenses: readonly Licence[] }) {
  const t = useTexts('licenses')
  const [open, setOpen] = useState(false)
  const [licenseId, setLicenseId] = useState(licenses[0]?.id ?? 0)
  const save = async (reason: string) => {
    await issue({ id: userId, licenseId, reason })
    toastOnNextPage(t('office.issued'))
    location.reload()
  }
  return (
    <>
      <Button size="small" icon={<Icon of={BadgePlus} size={16} />} onClick={() => setOpen(true)}>
        {t('office.issue')}
      </Button>
      {open && (
        <ReasonDialog
          title={t('office.issueTitle')}
          verb={t('office.issue')}
          label={t('office.reason')}
          onSave={save}
          onClose={() => setOpen(false)}
        >
          <Select
            name="licenseId"
            label={t('goals.license')}
            value={licenseId}
            onChange={(event) => setLicenseId(Number(event.target.value))}
            options={licenses.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </ReasonDialog>
      )}
    </>
  )
}

/**
 * Button and dialog that issue one of `licenses` to a person, with a reason. The page is loaded again, with a toast; a
 * refusal is shown.
 */
export const IssueLicense = island(IssueButton)

interface LicenseActionsProps {
  userId: number
  license: Licence
  mayRevoke: boolean
  mayWaive: boolean
}

const change = withIdempotencyKey(
  ({ verb, reason, ...params }: { verb: 'renew' | 'revoke'; id: number; licenseId: number; reason: string }, key) =>
    verb === 'renew'
      ? api('POST /user/:id/Licenses/:licenseId/renew', { params, body: { reason } }, { idempotencyKey: key })
      : api('POST /user/:id/Licenses/:licenseId/revoke', { params, body: { reason } }, { idempotencyKey: key }),
)

function Actions({ userId, license, mayRevoke, mayWaive }: LicenseActionsProps) {
  const t = useTexts('licenses')
  const [verb, setVerb] = useState<'renew' | 'revoke' | null>(null)
  const { id: licenseId, name: title } = license
  const save = async (reason: string) => {
    if (verb === null) return
    await change({ verb, id: userId, licenseId, reason })
    toastOnNextPage(t(verb === 'renew' ? 'renewal.done' : 'office.revoked'))
    location.reload()
  }
  const isRenewal = verb === 'renew'
  return (
    <div className="flex flex-wrap gap-2">
      {mayWaive && (
        <Button size="small" icon={<Icon of={RefreshCw} size={16} />} onClick={() => setVerb('renew')}>
          {t('office.waive')}
        </Button>
      )}
      {mayRevoke && (
        <Button size="small" tone="quiet" icon={<Icon of={Ban} size={16} />} onClick={() => setVerb('revoke')}>
          {t('office.revoke')}
        </Button>
      )}
      {verb && (
        <ReasonDialog
          title={t(isRenewal ? 'office.waiveTitle' : 'office.revokeTitle', { title })}
          verb={t(isRenewal ? 'office.waive' : 'office.revoke')}
          label={t('office.reason')}
          hint={isRenewal ? undefined : t('office.revokeHint')}
          tone={isRenewal ? 'primary' : 'danger'}
          onSave={save}
          onClose={() => setVerb(null)}
        />
      )}
    </div>
  )
}

/**
 * Buttons by which the office renews (`mayWaive`, whatever the requirements) or revokes a person's licence, each with a
 * reason. The page is loaded again, with a toast; a refusal is shown.
 */
export const LicenseActions = island(Actions)
