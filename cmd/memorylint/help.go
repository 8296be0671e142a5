package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

func newHelp(streams) *cobra.Command {
	return &cobra.Command{
		Use:               "help [command]",
		Short:             "Explain a command and its flags",
		ValidArgsFunction: fixed(commands()),
		RunE: func(c *cobra.Command, args []string) error {
			target, rest, err := c.Root().Find(args)
			if err != nil || len(rest) == len(args) && len(args) > 0 {
				return noSuch("help", args, commands())
			}
			if len(rest) > 0 {
				return fmt.Errorf("help: %s has no command %q", target.CommandPath(), rest[0])
			}
			return target.Help()
		},
	}
}

func newCompletion(std streams) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a completion script for bash, zsh, fish or powershell",
		Long: `Print a completion script. For bash, for example:

  source <(memorylint completion bash)`,
		ValidArgs: shells,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return errors.New("completion: name one shell: bash, zsh, fish or powershell")
			}
			switch root := c.Root(); args[0] {
			case "bash":
				return root.GenBashCompletionV2(std.out, true)
			case "zsh":
				return root.GenZshCompletion(std.out)
			case "fish":
				return root.GenFishCompletion(std.out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(std.out)
			}
			return noSuch("completion", args, shells)
		},
	}
}
