import { Pencil } from '@lucide/icons'
import { useState } from 'react'
import type { ManagedOrganization } from '#api/people/organizations/management/contract.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { OrganizationDialog } from './OrganizationDialog.tsx'

interface EditOrganizationProps {
  id: number
  name: string
}

function View({ id, name }: EditOrganizationProps) {
  const t = useTexts('organizations')
  const [edited, setEdited] = useState<ManagedOrganization | null>(null)
  const { isBusy, failure, run } = useSaving()
  const open = () => run(async () => setEdited(await api('GET /Organization/:id/managed', { params: { id } })))
  return (
    <>
      <Button icon={<Icon of={Pencil} size={18} />} isBusy={isBusy} onClick={() => void open()}>
        {t('page.edit')}
        <span className="sr-only"> {name}</span>
      </Button>
      {failure && <ErrorBox>{failure.message}</ErrorBox>}
      {edited && (
        <OrganizationDialog
          organization={edited}
          onSaved={() => window.location.reload()}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}

/**
 * Button that edits an organisation on its own page, which is loaded again after the save. It reads the organisation
 * when pressed; a failed read is shown.
 */
export const EditOrganization = island(View)
