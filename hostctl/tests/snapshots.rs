//! The help texts and the messages of a wrong command line, as they are shown. `TRYCMD=overwrite` writes them again.

#[test]
fn help_and_messages_are_as_recorded() {
    let cases = trycmd::TestCases::new();
    for variable in [
        "AMIPILOT_PORT",
        "AMIPILOT_TCP",
        "AMIPILOT_BAUD",
        "AMIPILOT_PASSWORD",
    ] {
        // An empty value would count as given, so the tests need an environment without them.
        assert!(
            std::env::var_os(variable).is_none(),
            "unset {variable} to run this test"
        );
    }
    cases.case("tests/cmd/*.trycmd");
}
