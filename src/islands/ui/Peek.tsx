import { PanelRight } from '@lucide/icons'
import { Fragment, type ReactNode } from 'react'
import { useTexts } from '../client/texts.tsx'
import { Icon } from './Icon.tsx'
import { Link } from './Link.tsx'
import { SidePanel } from './SidePanel.tsx'

interface PeekFact {
  name: string
  value: string | null | undefined
}

interface PeekProps {
  /** Id of the panel, unique on the page. */
  id: string
  title: string
  /** Facts in their order; those without a value are left out. */
  facts: readonly PeekFact[]
  /** Page of the row; absent when there is none. */
  href?: string | undefined
  /** The name of the row. */
  children: ReactNode
}

/**
 * The name of a row, with a button that opens the row's essential facts beside the list; needs no script. The key `p`
 * presses the button of the row that has the focus.
 */
export function Peek({ id, title, facts, href, children }: PeekProps) {
  const t = useTexts('common')
  return (
    <>
      <span>
        {children}{' '}
        <button
          type="button"
          data-peek
          popoverTarget={id}
          aria-label={t('peek', { name: title })}
          className="-my-1 inline-grid size-6 place-items-center rounded align-middle text-muted hover:bg-hover hover:text-ink"
        >
          <Icon of={PanelRight} size={16} />
        </button>
      </span>
      <SidePanel id={id} title={title}>
        <div className="font-normal">
          <dl className="mt-4 grid gap-x-6 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
            {facts.map(
              ({ name, value }) =>
                value && (
                  <Fragment key={name}>
                    <dt className="text-sm text-muted">{name}</dt>
                    <dd className="wrap-anywhere">{value}</dd>
                  </Fragment>
                ),
            )}
          </dl>
          {href && (
            <p className="mt-5">
              <Link href={href}>{t('peekOpen')}</Link>
            </p>
          )}
        </div>
      </SidePanel>
    </>
  )
}
