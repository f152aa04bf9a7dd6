import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { Menu as AriaMenu, MenuItem, Popover } from 'react-aria-components/Menu'
import { flushSync } from 'react-dom'
import { LocaleProvider } from './LocaleProvider.tsx'
import { useOverlayContainer } from './overlay-container.ts'

export interface MenuAction {
  id: string
  label: string
  icon?: ReactNode
  isDangerous?: boolean | undefined
  disabled?: boolean | undefined
  href?: string | undefined
  onAction?: (() => void) | undefined
}

interface MenuProps {
  /** Content of the button; when it is an icon alone, `label` is its name. */
  children: ReactNode
  label?: string | undefined
  /** The actions; a function is called when the menu opens, for a menu in each row of a list. */
  actions: readonly MenuAction[] | (() => readonly MenuAction[])
  className?: string | undefined
}

const item =
  'flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 outline-none data-disabled:opacity-50 data-focused:bg-hover'

type FocusedItem = 'first' | 'last'

interface OpenMenuProps extends Pick<MenuProps, 'label' | 'actions'> {
  triggerRef: RefObject<HTMLButtonElement | null>
  focused: FocusedItem
  onClose: () => void
}

function OpenMenu({ label, actions, triggerRef, focused, onClose }: OpenMenuProps) {
  const container = useOverlayContainer()
  /** Closes the menu first, so that a dialog which the action opens returns the focus to the button. */
  function actAfterMenu(act: () => void) {
    flushSync(onClose)
    triggerRef.current?.focus()
    act()
  }
  return (
    <LocaleProvider>
      <Popover
        {...container}
        isOpen
        onOpenChange={onClose}
        triggerRef={triggerRef}
        placement="bottom start"
        className="z-50 max-w-[calc(100vw-2rem)] min-w-48 overflow-auto rounded-card border border-line bg-raised p-1.5 shadow-float"
      >
        <AriaMenu
          aria-label={label ?? triggerRef.current?.textContent ?? ''}
          autoFocus={focused}
          onClose={onClose}
          className="outline-none"
        >
          {(typeof actions === 'function' ? actions() : actions).map(
            ({ id, label: text, icon, isDangerous, disabled, href, onAction }) => (
              <MenuItem
                key={id}
                id={id}
                textValue={text}
                {...(href && { href })}
                {...(onAction && { onAction: () => actAfterMenu(onAction) })}
                isDisabled={disabled ?? false}
                className={`${item} ${isDangerous ? 'text-danger-ink' : ''}`}
              >
                {icon}
                {text}
              </MenuItem>
            ),
          )}
        </AriaMenu>
      </Popover>
    </LocaleProvider>
  )
}

/**
 * Button that opens a menu of actions, on a press or by the arrow keys; `label` names it when its content is an icon
 * alone. `actions` may be a function, which is called when the menu opens. The focus returns to the button when it
 * closes.
 *
 * The button is native and React Aria is mounted when it opens: a list has a menu in each row, and a closed
 * `MenuTrigger` costs 0.08 ms to render.
 */
export function Menu({ children, label, actions, className }: MenuProps) {
  const triggerRef = useRef<HTMLButtonElement>(null)
  const [focused, setFocused] = useState<FocusedItem | null>(null)
  const openByArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setFocused(event.key === 'ArrowDown' ? 'first' : 'last')
  }
  return (
    <>
      <button
        ref={triggerRef}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={focused !== null}
        onClick={() => {
          // Safari does not focus a pressed button, and focus returns to where it was when the menu closes.
          triggerRef.current?.focus()
          setFocused('first')
        }}
        onKeyDown={openByArrow}
        className={className ? `menu-button ${className}` : 'menu-button'}
      >
        {children}
      </button>
      {focused && (
        <OpenMenu
          label={label}
          actions={actions}
          triggerRef={triggerRef}
          focused={focused}
          onClose={() => setFocused(null)}
        />
      )}
    </>
  )
}
