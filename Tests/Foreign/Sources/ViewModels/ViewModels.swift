import Foundation

/// Does with each view model what a user may do.
@main @MainActor enum ViewModels {
  static func main() async {
    openNotch()
    await signIn()
  }

  private static func openNotch() {
    let notch = NotchViewModel()
    notch.notchPop()
    notch.notchOpen(.click)
    notch.showSettings()
    notch.notchClose()
    notch.notchClose()
  }

  private static func signIn() async {
    let failure = RequestError(from: [:])
    let controller = SignInWithMetaMaskController()
    await controller.signIn()
    UIApplication.hasWallet = false
    await controller.connect()
    UIApplication.hasWallet = true
    await controller.connect()
    MetaMaskSDK.accounts = .failure(failure)
    await controller.connect()
    MetaMaskSDK.accounts = .success(["0x0"])
    await controller.connect()
    MetaMaskSDK.signature = .failure(failure)
    await controller.signIn()
    MetaMaskSDK.signature = .success("")
    await controller.signIn()
    MetaMaskSDK.signature = .success("signed")
    await controller.signIn()
  }
}
