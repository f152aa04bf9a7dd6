import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components/Menu'
import { useOverlayContainer } from './overlay-container.ts'
import { Speaking } from './Speaking.tsx'

export interface MenuAction {
  id: string
  label: string
  icon?: ReactNode
  dangerous?: boolean | undefined
  disabled?: boolean | undefined
  href?: string | undefined
  onAction?: (() => void) | undefined
}

interface MenuProps {
  /** Content of the button; when it is an icon alone, `label` is its name. */
  children: ReactNode
  label?: string | undefined
  actions: readonly MenuAction[]
  className?: string | undefined
}

const trigger =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control px-3 font-semibold transition-colors hover:bg-hover'
const item =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 outline-none data-disabled:opacity-50 data-focused:bg-hover'

/** Button that opens a menu of actions. */
export function Menu({ children, label, actions, className = '' }: MenuProps) {
  const container = useOverlayContainer()
  return (
    <Speaking>
      <MenuTrigger>
        <Button {...(label && { 'aria-label': label })} className={`${trigger} ${className}`}>
          {children}
        </Button>
        <Popover
          {...container}
          className="z-50 max-w-[calc(100vw-2rem)] min-w-48 overflow-auto rounded-card border border-line bg-raised p-1.5 shadow-float"
        >
          <AriaMenu className="outline-none">
            {actions.map(({ id, label: text, icon, dangerous, disabled, href, onAction }) => (
              <MenuItem
                key={id}
                id={id}
                textValue={text}
                {...(href && { href })}
                {...(onAction && { onAction })}
                isDisabled={disabled ?? false}
                className={`${item} ${dangerous ? 'text-danger-ink' : ''}`}
              >
                {icon}
                {text}
              </MenuItem>
            ))}
          </AriaMenu>
        </Popover>
      </MenuTrigger>
    </Speaking>
  )
}
