import { wireCookieBanner } from './cookie-banner.ts'
import { watchDisturbance } from './disturbance.ts'
import { wireThemeSwitch } from './theme-switch.ts'

wireThemeSwitch()
wireCookieBanner()
watchDisturbance()
// Focuses the first problem, unless the user has focused something before this script ran.
document.querySelector<HTMLElement>('body:not(:focus-within) [data-takes-focus]')?.focus()
