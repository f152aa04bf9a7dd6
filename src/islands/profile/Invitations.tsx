import { useState } from 'react'
import type { ReceivedInvitation } from '#api/participation/education-invitations/contract.ts'
import { contentLanguage } from '#locales/content-language.ts'
import { momentText } from '#locales/moments.ts'
import { api } from '../client/api.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { toast } from '../ui/toast.ts'

interface InvitationsProps {
  userId: number
  invitations: readonly ReceivedInvitation[]
}

function List({ userId, invitations }: InvitationsProps) {
  const t = useTexts('profile')
  const language = useLanguage()
  const [waiting, setWaiting] = useState(invitations)
  const [busyWith, setBusyWith] = useState<number | null>(null)
  const answer = async ({ id, educationTitle }: ReceivedInvitation, accept: boolean) => {
    if (busyWith !== null) return
    setBusyWith(id)
    try {
      const params = { id: userId, invitationId: id }
      setWaiting(await api('PUT /user/:id/invitations/:invitationId', { params, body: { accept } }))
      toast(t(accept ? 'invitation.accepted' : 'invitation.declined', { title: educationTitle }))
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    } finally {
      setBusyWith(null)
    }
  }
  if (waiting.length === 0) return <p className="text-muted">{t('invitation.none')}</p>
  return (
    <ul className="divide-y divide-line">
      {waiting.map((one) => (
        <li key={one.id} className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
          <div className="min-w-0 flex-1 basis-40">
            <Link href={`/education/${one.educationId}`} lang={contentLanguage}>
              {one.educationTitle}
            </Link>
            <p className="text-sm text-muted">
              {t('invitation.by', { name: one.invitedBy, date: momentText(one.expires, 'day', language) })}
            </p>
          </div>
          <span className="flex flex-wrap gap-2">
            <Button
              tone="primary"
              isBusy={busyWith === one.id}
              aria-label={t('invitation.acceptOf', { title: one.educationTitle })}
              onClick={() => void answer(one, true)}
            >
              {t('invitation.accept')}
            </Button>
            <Button
              isBusy={busyWith === one.id}
              aria-label={t('invitation.declineOf', { title: one.educationTitle })}
              onClick={() => void answer(one, false)}
            >
              {t('invitation.decline')}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  )
}

/**
 * List of unanswered invitations to educations; one is answered at a time and leaves the list, with a toast. A refusal
 * is a toast.
 */
export const Invitations = island(List)
