import { wireThemeSwitch } from './chosen-theme.ts'
import { wireCookieBanner } from './cookie-banner.ts'
import { watchDisturbance } from './disturbance.ts'

wireThemeSwitch()
wireCookieBanner()
watchDisturbance()
// This may come late: whoever has begun to put it right stays where they are.
document.querySelector<HTMLElement>('body:not(:focus-within) [data-takes-focus]')?.focus()
