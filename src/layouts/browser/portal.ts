import { showStoredToast, toast } from '#islands/ui/toast.ts'
import { isCollapsed } from '../header-collapse.ts'
import { wireBottomBar } from './bottom-bar.ts'
import { wireFold } from './fold-disturbance.ts'
import { wireMenu } from './menu.ts'
import { watchSession } from './session.ts'
import { wireShortcuts } from './shortcuts.ts'
import { wireSideNavigation } from './side-navigation.ts'
import { wireSignOut } from './sign-out.ts'

watchSession()
const header = document.getElementById('header')
const collapse = () => header?.toggleAttribute('data-collapsed', isCollapsed(scrollY))
addEventListener('scroll', collapse, { passive: true })
collapse()
wireMenu()
wireFold()
wireSignOut()
wireBottomBar()
wireSideNavigation()
wireShortcuts()
showStoredToast()
document.addEventListener('island-failed', () => {
  toast(document.getElementById('toasts')?.dataset['islandFailed'] ?? '', 'danger')
})
