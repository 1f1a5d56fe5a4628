/** What Chromium fires where the page can be installed; no other browser does, and the DOM types leave it out. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

/** The browser's offer to install the app. It comes once, early, so it is listened for from the start. */
class InstallState {
  #offer: InstallOffer | null = null
  offered = $state(false)

  constructor() {
    addEventListener('beforeinstallprompt', (event) => {
      // Ours is the place to offer it.
      event.preventDefault()
      this.#offer = event as InstallOffer
      this.offered = true
    })
    addEventListener('appinstalled', () => (this.offered = false))
  }

  /** The browser asks the person. An offer can be taken up once; after a refusal the browser makes another when it likes. */
  async install(): Promise<void> {
    const offer = this.#offer
    this.#offer = null
    this.offered = false
    await offer?.prompt()
  }
}

export const install = new InstallState()
