import { useState } from 'react'
import type { Branch } from '#api/people/organizations/contract.ts'
import type { ManagedOrganization } from '#api/people/organizations/management/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { toast } from '../ui/toast.ts'

export interface BranchQuery {
  parentId?: number | undefined
  text: string
  page: number
}

interface BranchStart {
  branch: Branch
  query: BranchQuery
  /** Whether the page about personal data can name the controller. */
  hasController: boolean
}

/**
 * State of a page of a branch, and of the organisation that is `edited` or about to be deleted. `branch` is an
 * organisation with those below it. `edit` loads one into `edited`; the dialog calls `saved`, which closes it and loads
 * `branch` and `hasController` again. `removing` is the one that the page asks about, set by the caller; `remove` takes
 * its id, clears `removing`, deletes the organisation and loads both again. One call runs at a time; others are
 * ignored. Toasts report successes; a refusal, also of loading, is in `failure`. `start` is read once.
 */
export function useBranch(start: BranchStart) {
  const t = useTexts('organizations')
  const [shown, setShown] = useState({ branch: start.branch, hasController: start.hasController })
  const [edited, setEdited] = useState<ManagedOrganization | null>(null)
  const [removing, setRemoving] = useState<{ id: number; name: string } | null>(null)
  const { isBusy, failure, run } = useSaving()
  const reload = async () => {
    const [branch, { hasController }] = await Promise.all([
      api('GET /Organization/branch', { query: start.query }),
      api('GET /Organization/source'),
    ])
    setShown({ branch, hasController })
  }
  return {
    ...shown,
    edited,
    setEdited,
    removing,
    setRemoving,
    isBusy,
    failure,
    edit: (id: number) => run(async () => setEdited(await api('GET /Organization/:id/managed', { params: { id } }))),
    saved: () => {
      setEdited(null)
      toast(t('saved'))
      void run(reload)
    },
    remove: (id: number) =>
      run(async () => {
        setRemoving(null)
        await api('DELETE /Organization/:id', { params: { id } })
        toast(t('removed'))
        await reload()
      }),
  }
}
