import type { ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { Palette } from './Palette.tsx'
import { type PageKey, ShortcutSheet } from './ShortcutSheet.tsx'

/** Shows an element above the page until it is closed. */
function showAbove(create: (close: () => void, language: string) => ReactElement): void {
  const container = document.createElement('div')
  document.body.appendChild(container)
  const root = createRoot(container)
  const close = () => {
    root.unmount()
    container.remove()
  }
  root.render(create(close, document.documentElement.lang))
}

interface PaletteOptions {
  /** Returns what was typed before the field was there. Called once, when the field takes the typing over. */
  takeText: () => string
  onClose: () => void
}

/**
 * Opens the palette above the page, in a root of its own. `takeText` is called once, when the palette's field is there,
 * and returns what was typed before. `onClose` is called after the palette is gone.
 */
export const openPalette = ({ takeText, onClose }: PaletteOptions): void =>
  showAbove((close, language) => (
    <Palette
      language={language}
      takeText={takeText}
      onClose={() => {
        close()
        onClose()
      }}
    />
  ))

interface SheetOptions {
  pages: readonly PageKey[]
  own: readonly PageKey[]
  modifier: string
  isOn: boolean
  onSwitch: (isOn: boolean) => void
}

/** Opens the list of keyboard shortcuts above the page, in a root of its own. `onClose` is called after it is gone. */
export const openShortcutSheet = (options: SheetOptions, onClose: () => void): void =>
  showAbove((close, language) => (
    <ShortcutSheet
      language={language}
      {...options}
      onClose={() => {
        close()
        onClose()
      }}
    />
  ))
