import { useEffect, useState } from 'react'
import type { SentInvitation } from '#api/participation/education-invitations/contract.ts'
import { momentText } from '#locales/moments.ts'
import { api } from '../client/api.ts'
import { emptyList, type LoadedList, listRows, loadList } from '../client/loaded-list.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { toast } from '../ui/toast.ts'

const fetchSent = (educationId: number) => api('GET /Educations/:id/invitations', { params: { id: educationId } })

/** Loads the reader's open invitations, and again when `sentCount` changes. */
function useSent(educationId: number, sentCount: number) {
  const [list, setList] = useState<LoadedList<SentInvitation>>(emptyList)
  const load = async (before: LoadedList<SentInvitation>) => {
    setList({ ...before, status: 'loading' })
    setList(await loadList(fetchSent(educationId), (error) => toFailure(error).message, before))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` takes the list that it continues.
  useEffect(() => {
    void load(list)
  }, [educationId, sentCount])
  return { list, reload: () => load(list) }
}

interface SentInvitationsProps {
  educationId: number
  /** Invitations that were sent since the page was opened. */
  sentCount: number
}

/**
 * Lists the reader's own invitations to the education that wait for an answer. A button withdraws each after a
 * question, with a toast. Says so when there are none, and when they cannot be read. Reads them again when `sentCount`
 * changes.
 */
export function SentInvitations({ educationId, sentCount }: SentInvitationsProps) {
  const t = useTexts('occasions')
  const { list, reload } = useSent(educationId, sentCount)
  const [withdrawing, setWithdrawing] = useState<SentInvitation | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const withdraw = async ({ id, name }: SentInvitation) => {
    if (isBusy) return
    setIsBusy(true)
    try {
      const params = { id: educationId, invitationId: id }
      await api('DELETE /Educations/:id/invitations/:invitationId', { params })
      toast(t('invitations.withdrawn', { name }))
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    }
    setIsBusy(false)
    setWithdrawing(null)
    await reload()
  }
  const sent = listRows(list)
  const again = (
    <Button isBusy={list.status === 'loading'} onClick={() => void reload()}>
      {t('invitations.loadAgain')}
    </Button>
  )
  return (
    <section aria-labelledby="invitations" className="mt-10">
      <h2 id="invitations">{t('invitations.title')}</h2>
      {list.error && (
        <div className="mt-3">
          <ErrorBox title={t('invitations.failed')} actions={again}>
            {list.error}
          </ErrorBox>
        </div>
      )}
      {list.status === 'success' && sent.length === 0 && <p className="mt-1 text-muted">{t('invitations.none')}</p>}
      {sent.length > 0 && (
        <ul className="mt-3 divide-y divide-line rounded-card border border-line bg-surface">
          {sent.map((one) => (
            <Invitation key={one.id} invitation={one} onWithdraw={() => setWithdrawing(one)} />
          ))}
        </ul>
      )}
      <Confirm
        open={withdrawing !== null}
        question={t('invitations.question', { name: withdrawing?.name ?? '' })}
        detail={t('invitations.detail')}
        action={t('invitations.withdraw')}
        isDangerous
        isBusy={isBusy}
        onConfirm={() => withdrawing && void withdraw(withdrawing)}
        onCancel={() => setWithdrawing(null)}
      />
    </section>
  )
}

function Invitation({ invitation, onWithdraw }: { invitation: SentInvitation; onWithdraw: () => void }) {
  const t = useTexts('occasions')
  const language = useLanguage()
  const { name, created, expires } = invitation
  const days = { sent: momentText(created, 'day', language), expires: momentText(expires, 'day', language) }
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-5 py-3">
      <div className="min-w-0 flex-1 basis-40">
        <p className="wrap-anywhere font-medium">{name}</p>
        <p className="text-sm text-muted">{t('invitations.days', days)}</p>
      </div>
      <Button size="small" aria-label={t('invitations.withdrawOf', { name })} onClick={onWithdraw}>
        {t('invitations.withdraw')}
      </Button>
    </li>
  )
}
