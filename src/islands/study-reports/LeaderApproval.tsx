import { useState } from 'react'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import type { StoredConfiguration } from '../configuration/sections.ts'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { fieldLook } from '../ui/field-attributes.ts'
import { Select } from '../ui/Select.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

interface LeaderApprovalProps {
  configuration: StoredConfiguration
  licenses: readonly { value: string; label: string }[]
}

function Approval({ configuration, licenses }: LeaderApprovalProps) {
  const t = useTexts('study-reports')
  const stored = String(configuration.studyLeaderLicenseId ?? '')
  const [chosen, setChosen] = useState(stored)
  const { isBusy, failure, run } = useSaving()
  const save = async () => {
    const studyLeaderLicenseId = chosen === '' ? null : Number(chosen)
    await api('PUT /PortalConfiguration', { body: { ...configuration, studyLeaderLicenseId } })
    toastOnNextPage(t('approval.saved'))
    location.reload()
  }
  return (
    <div className="mb-6 grid gap-3">
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
      <div className="flex flex-wrap items-start gap-4">
        <Select
          name="studyLeaderLicenseId"
          label={t('approval.label')}
          hint={t('approval.hint')}
          placeholder={t('approval.any')}
          className="w-full max-w-md"
          options={licenses}
          value={chosen}
          error={failure?.fields?.['studyLeaderLicenseId']}
          onChange={(event) => setChosen(event.target.value)}
        />
        <Button
          className={fieldLook.besideControlInWide}
          isBusy={isBusy}
          disabled={chosen === stored}
          onClick={() => void run(save)}
        >
          {t('approval.save')}
        </Button>
      </div>
    </div>
  )
}

/**
 * Choice of the licence that approves leaders, or of none, for superadministrators. It is saved in the configuration,
 * over the version of `configuration`, and the page is loaded again, with a toast. A refusal is shown.
 */
export const LeaderApproval = island(Approval)
