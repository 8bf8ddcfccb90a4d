import OrreryCommandLine

OrreryMain.main()
