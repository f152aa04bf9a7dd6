import { ArrowRight, History, Plus, Route, Settings } from '@lucide/icons'
import type { IconLook } from '../ui/icon-look.ts'

/** The icon of each group of the palette that is not a kind of search results. */
export const paletteIcons: Record<string, IconLook['of'] | undefined> = {
  recent: History,
  actions: Plus,
  pages: ArrowRight,
  settings: Settings,
  statements: Route,
}
