import { KeyRound, ListChecks, Pencil, Plus, Trash2 } from '@lucide/icons'
import { useState } from 'react'
import type { Webhook } from '#api/office/webhooks/contract.ts'
import { momentText } from '#locales/moments.ts'
import { api } from '../client/api.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { proven } from '../second-factors/proven.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { toast } from '../ui/toast.ts'
import { type AccountSecret, SecretDialog } from './SecretDialog.tsx'
import { WebhookDeliveries } from './WebhookDeliveries.tsx'
import { newWebhook, WebhookDialog, type WebhookDraft } from './WebhookDialog.tsx'

type PendingAction = { what: 'rotate' | 'remove'; webhook: Webhook }

interface RowProps {
  webhook: Webhook
  onEdit: () => void
  onShow: () => void
  onAsk: (what: PendingAction['what']) => void
}

function Row({ webhook, onEdit, onShow, onAsk }: RowProps) {
  const t = useTexts('configuration')
  const language = useLanguage()
  const { description: name, url, active, waiting, failed, lastDelivered } = webhook
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-5 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-3 font-semibold">
          {name}
          {!active && <Badge>{t('webhooks.stopped')}</Badge>}
          {waiting > 0 && <Badge tone="warning">{t('webhooks.waiting', { count: waiting })}</Badge>}
          {failed > 0 && <Badge tone="danger">{t('webhooks.failed', { count: failed })}</Badge>}
        </p>
        <p className="text-sm wrap-anywhere text-muted" suppressHydrationWarning>
          {url} ·{' '}
          {lastDelivered
            ? t('webhooks.lastDelivered', { date: momentText(lastDelivered, 'moment', language) })
            : t('webhooks.neverDelivered')}
        </p>
      </div>
      <div className="flex">
        <IconButton
          label={t('webhooks.deliveriesOf', { name })}
          icon={<Icon of={ListChecks} size={18} />}
          onClick={onShow}
        />
        <IconButton label={t('webhooks.edit', { name })} icon={<Icon of={Pencil} size={18} />} onClick={onEdit} />
        <IconButton
          label={t('webhooks.rotateOf', { name })}
          icon={<Icon of={KeyRound} size={18} />}
          onClick={() => onAsk('rotate')}
        />
        <IconButton
          label={t('webhooks.removeOf', { name })}
          icon={<Icon of={Trash2} size={18} />}
          onClick={() => onAsk('remove')}
        />
      </div>
    </li>
  )
}

function useWebhooks(initial: Webhook[]) {
  const t = useTexts('configuration')
  const [webhooks, setWebhooks] = useState(initial)
  const [secret, setSecret] = useState<AccountSecret | null>(null)
  const [pending, setPending] = useState<PendingAction | null>(null)
  const { isBusy, failure, run } = useSaving()
  const reload = async () => setWebhooks(await api('GET /Webhooks'))
  const confirm = ({ what, webhook: { id, description: name } }: PendingAction) =>
    run(async () => {
      setPending(null)
      if (what === 'remove') {
        await api('DELETE /Webhooks/:id', { params: { id } })
        toast(t('webhooks.removed'))
      } else {
        const answer = await proven(() => api('POST /Webhooks/:id/newsecret', { params: { id } }))
        setSecret({ id, name, password: answer.secret })
      }
      await reload()
    })
  return { webhooks, secret, setSecret, pending, setPending, isBusy, failure, reload, confirm }
}

function List({ webhooks: initial }: { webhooks: Webhook[] }) {
  const t = useTexts('configuration')
  const state = useWebhooks(initial)
  const [draft, setDraft] = useState<WebhookDraft | null>(null)
  const [opened, setOpened] = useState<Webhook | null>(null)
  const { pending } = state
  const done = async (secret: AccountSecret | null) => {
    setDraft(null)
    state.setSecret(secret)
    await state.reload()
  }
  const close = () => {
    setOpened(null)
    void state.reload()
  }
  return (
    <section className="mt-10 grid gap-6 border-t border-line pt-8" aria-labelledby="webhooks-title">
      <div className="grid max-w-text gap-2">
        <h2 id="webhooks-title" className="text-xl">
          {t('webhooks.title')}
        </h2>
        <p className="text-muted">{t('webhooks.text')}</p>
      </div>
      <div>
        <Button icon={<Icon of={Plus} size={18} />} onClick={() => setDraft(newWebhook)}>
          {t('webhooks.add')}
        </Button>
      </div>
      {state.failure && <ErrorBox>{state.failure.message}</ErrorBox>}
      {state.webhooks.length === 0 && <EmptyState title={t('webhooks.empty')} />}
      <ul className="grid gap-3">
        {state.webhooks.map((webhook) => (
          <Row
            key={webhook.id}
            webhook={webhook}
            onEdit={() => setDraft(webhook)}
            onShow={() => setOpened(webhook)}
            onAsk={(what) => state.setPending({ what, webhook })}
          />
        ))}
      </ul>
      {draft && <WebhookDialog start={draft} onDone={done} onClose={() => setDraft(null)} />}
      {opened && <WebhookDeliveries webhook={opened} onClose={close} />}
      <SecretDialog of="webhooks" secret={state.secret} onClose={() => state.setSecret(null)} />
      <Confirm
        open={pending !== null}
        question={pending ? t(`webhooks.${pending.what}Question`, { name: pending.webhook.description }) : ''}
        detail={pending ? t(`webhooks.${pending.what}Detail`) : ''}
        action={pending ? t(`webhooks.${pending.what}`) : ''}
        isDangerous={pending?.what === 'remove'}
        isBusy={state.isBusy}
        onConfirm={() => pending && void state.confirm(pending)}
        onCancel={() => state.setPending(null)}
      />
    </section>
  )
}

/**
 * List of other systems' webhooks: events, deliveries, and a new secret, which is shown once. Each is added and edited
 * in a dialog. Removal and a new secret are confirmed first, and the secret needs a recent proof of identity; a failure
 * is shown above the list.
 */
export const Webhooks = island(List)
