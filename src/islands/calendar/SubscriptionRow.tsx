import { Copy } from '@lucide/icons'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { CalendarSubscription } from '#api/office/calendar/subscriptions/contract.ts'
import { copyText } from '../client/copy-text.ts'
import { useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toast } from '../ui/toast.ts'
import { calendarPrograms } from './calendar-programs.ts'
import type { SubscriptionsStore } from './subscriptions-state.ts'

interface RowProps {
  subscription: CalendarSubscription
  name: string
  store: SubscriptionsStore
}

function Revoke({ subscription, name, store }: RowProps) {
  const t = useTexts('calendar')
  const { busyId } = useStore(store.$state)
  const [isAsking, setIsAsking] = useState(false)
  async function revoke() {
    const isDone = await store.revoke(subscription)
    setIsAsking(false)
    if (isDone) toast(t('subscribe.revoked'))
  }
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        aria-label={t('subscribe.revokeFor', { name })}
        onClick={() => setIsAsking(true)}
      >
        {t('subscribe.revoke')}
      </Button>
      <Confirm
        open={isAsking}
        question={t('subscribe.revokeQuestion', { name })}
        detail={t('subscribe.revokeDetail')}
        action={t('subscribe.revoke')}
        isDangerous
        isBusy={busyId === `revoke ${subscription.id}`}
        onConfirm={() => void revoke()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

/**
 * URL of one subscription, called `name`, with buttons to copy it, to add it to a calendar program and to revoke it.
 * Revoking asks first and goes through `store`, which keeps the text of a refusal. Toasts report copying, a failed
 * copy and a revocation.
 */
export function SubscriptionRow(props: RowProps) {
  const { subscription, name } = props
  const t = useTexts('calendar')
  const copy = () =>
    copyText(subscription.address, { copied: t('subscribe.copied'), failed: t('subscribe.copyFailed') })
  return (
    <div className="grid grid-cols-1 gap-2">
      <Field
        name={`address-${subscription.id}`}
        label={t('subscribe.address', { name })}
        value={subscription.address}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<Icon of={Copy} size={16} />}
          aria-label={t('subscribe.copyFor', { name })}
          onClick={() => void copy()}
        >
          {t('subscribe.copy')}
        </Button>
        {calendarPrograms(subscription.address, name).map(({ program, href, opensTab }) => (
          <Button
            key={program}
            size="small"
            href={href}
            target={opensTab ? '_blank' : undefined}
            rel={opensTab ? 'noopener noreferrer' : undefined}
            aria-label={t('subscribe.addTo', { name, program: t(`subscribe.${program}`) })}
          >
            {t(`subscribe.${program}`)}
          </Button>
        ))}
        <Revoke {...props} />
      </div>
    </div>
  )
}
