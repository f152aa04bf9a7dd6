import { useEffect, useState } from 'react'
import type { Webhook, WebhookDelivery } from '#api/office/webhooks/contract.ts'
import { momentText } from '#locales/moments.ts'
import { api } from '../client/api.ts'
import { useLanguage, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { toast } from '../ui/toast.ts'

/** Number of messages that the dialog shows. */
const shown = 50

const tones = ['neutral', 'success', 'danger'] as const

interface DeliveryProps {
  delivery: WebhookDelivery
  /** Absent while the webhook is paused. */
  onReplay: (() => void) | undefined
}

function Delivery({ delivery, onReplay }: DeliveryProps) {
  const t = useTexts('configuration')
  const language = useLanguage()
  const { eventId, type, state, attempts, error, created, body } = delivery
  return (
    <li className="border-t border-line py-3 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 font-semibold">{t(`webhooks.event.${type}`)}</p>
        <Badge tone={tones[state] ?? 'neutral'}>{t(`webhooks.state.${state}`)}</Badge>
        {state !== 0 && onReplay && (
          <Button tone="quiet" onClick={onReplay} aria-label={t('webhooks.replayOf', { id: eventId })}>
            {t('webhooks.replay')}
          </Button>
        )}
      </div>
      <p className="text-sm text-muted" suppressHydrationWarning>
        {momentText(created, 'moment', language)} · {t('webhooks.attempts', { count: attempts })}
        {error && ` · ${error}`}
      </p>
      <details className="text-sm">
        <summary className="cursor-pointer">{eventId}</summary>
        <pre className="mt-2 overflow-x-auto rounded-control bg-sunken p-3 font-mono">{body}</pre>
      </details>
    </li>
  )
}

/**
 * Dialog with the latest 50 messages to a webhook, all or only failed ones, with their content. A delivered or failed
 * message can be sent again, and a button sends a test; neither while the webhook is paused. Each is reported by a
 * toast and reads the list again; a failure is shown.
 */
export function WebhookDeliveries({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTexts('configuration')
  const [list, setList] = useState<{ items: WebhookDelivery[]; total: number } | null>(null)
  const [onlyFailed, setOnlyFailed] = useState(false)
  const { failure, run } = useSaving()
  const { id } = webhook
  const read = async () =>
    setList(await api('GET /Webhooks/:id/deliveries', { params: { id }, query: { pageSize: shown, onlyFailed } }))
  // biome-ignore lint/correctness/useExhaustiveDependencies: The list is read when the choice changes.
  useEffect(() => {
    void run(read)
  }, [onlyFailed])
  const replay = (deliveryId: number) =>
    run(async () => {
      await api('POST /Webhooks/:id/deliveries/:deliveryId/replay', { params: { id, deliveryId } })
      toast(t('webhooks.replayed'))
      await read()
    })
  const sendTest = () =>
    run(async () => {
      await api('POST /Webhooks/:id/test', { params: { id } })
      toast(t('webhooks.tested'))
      await read()
    })
  const actions = (
    <>
      <Button onClick={onClose}>{t('webhooks.close')}</Button>
      {webhook.active && (
        <Button tone="quiet" onClick={() => void sendTest()}>
          {t('webhooks.test')}
        </Button>
      )}
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('webhooks.deliveries', { name: webhook.description })} actions={actions}>
      <div className="grid min-h-40 content-start gap-3">
        <Checkbox
          name="only-failed"
          label={t('webhooks.onlyFailed')}
          checked={onlyFailed}
          onChange={({ target }) => setOnlyFailed(target.checked)}
        />
        {!webhook.active && <InfoBox>{t('webhooks.paused')}</InfoBox>}
        {failure && <ErrorBox>{failure.message}</ErrorBox>}
        {list?.items.length === 0 && <p className="text-muted">{t('webhooks.noDeliveries')}</p>}
        <ul>
          {list?.items.map((delivery) => (
            <Delivery
              key={delivery.id}
              delivery={delivery}
              onReplay={webhook.active ? () => void replay(delivery.id) : undefined}
            />
          ))}
        </ul>
        {list && list.total > shown && <p className="text-sm text-muted">{t('webhooks.more', { count: shown })}</p>}
      </div>
    </Dialog>
  )
}
